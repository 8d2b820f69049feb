/** `/wallet/records/{id}`: one record, by its id or its reference: for a link from a notification or to keep. */
export { Component } from './Records.tsx';
