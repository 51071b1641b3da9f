/* Pages with something to edit. */
import "./code-field.js";
import "./unsaved.js";
import "./drafts.js";
import "./save.js";
import "./cards.js";
import "./choices.js";
import "./folded.js";
import "./places.js";
import "./syntax.js";
import "./try.js";
