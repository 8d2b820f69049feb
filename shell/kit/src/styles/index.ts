/** The kit's styles, in the order of the cascade. The page that starts the app imports this file once. */
import './tokens.css';
import './base.css';
import './screen.css';
import './surface.css';
import './buttons.css';
import './fields.css';
import './messages.css';
import './overlays.css';
import './placeholders.css';
