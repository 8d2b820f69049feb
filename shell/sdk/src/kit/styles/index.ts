/** The kit's styles, in the order of the cascade. The page that starts the app imports this file once. */
import './tokens.css';
import './base.css';
import './screen.css';
import './surface.css';
import './controls.css';
import './feedback.css';
