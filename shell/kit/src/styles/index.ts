/** Tokens and base, before every component's own styles in the cascade. */
import './tokens.css';
import './base.css';
