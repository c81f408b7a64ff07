import { ValidationService } from '@tsoa/runtime';

/**
 * tsoa forgets the path above an array: a wrong item of `sections[1].items[2]` would be reported as `items[2]`, and two of
 * them as one. Handing the whole path down as the name makes the field names of answers complete.
 */
export function nameNestedArrays(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { validateArray } = prototype;
  prototype.validateArray = function (name, value, errors, isBody, schema, validators, parent = '') {
    return validateArray.call(this, parent + name, value, errors, isBody, schema, validators, '');
  };
}
