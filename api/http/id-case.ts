import { ValidationService } from '@tsoa/runtime';
import type { RequestHandler } from 'express';

/** The pattern of the type `Id` in `types.ts`, which identifies ids. */
const ID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

const ID_IN_ADDRESS = /(?<=[/=])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=[/?&]|$)/gi;

/** Accepts ids in paths and queries in either case and converts them to lower case, as they are stored. */
export const lowerCaseIds: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(ID_IN_ADDRESS, (id) => id.toLowerCase());
  next();
};

/** Does the same for ids in bodies, which tsoa validates by type. */
export function lowerCaseBodyIds(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { validateString } = prototype;
  prototype.validateString = function (name, value, errors, validators, parent) {
    const text = validateString.call(this, name, value, errors, validators, parent);
    return validators?.pattern?.value === ID_PATTERN ? text?.toLowerCase() : text;
  };
}
