/* Pages with something to edit. */
import "./code-field.js";
import "./unsaved.js";
import "./drafts.js";
import "./save.js";
import "./places.js";
