/**
 * Thrown by what has sent the answer itself, a stream or a 202: there is nothing that the controller could return. The error
 * handler leaves it alone.
 */
export class Answered extends Error {
  constructor() {
    super('The answer has been sent.');
    this.name = 'Answered';
  }
}
