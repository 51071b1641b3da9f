/* Every page: what is small and works without the rest. */
import "./theme.js";
import "./toasts.js";
import "./keys.js";
import "./tree.js";
import "./menus.js";
