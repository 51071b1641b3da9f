SECRET_KEY = "draft"
