/**
 * Thrown after the response was sent directly, as a stream or a 202, so that the controller returns nothing. The error
 * handler ignores it.
 */
export class Answered extends Error {
  constructor() {
    super('The answer has been sent.');
    this.name = 'Answered';
  }
}
