import { ValidationService } from '@tsoa/runtime';
import type { RequestHandler } from 'express';

/** The pattern of the type `Id` in `types.ts`, by which a value is known to be an id. */
const ID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

const ID_IN_ADDRESS = /(?<=[/=])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=[/?&]|$)/gi;

/** Ids are accepted in either case and stored in lower case: those in paths and queries. */
export const lowerCaseIds: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(ID_IN_ADDRESS, (id) => id.toLowerCase());
  next();
};

/** The same for those in bodies, which tsoa validates by their type. */
export function lowerCaseBodyIds(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { validateString } = prototype;
  prototype.validateString = function (name, value, errors, validators, parent) {
    const text = validateString.call(this, name, value, errors, validators, parent);
    return validators?.pattern?.value === ID_PATTERN ? text?.toLowerCase() : text;
  };
}
