import { ValidationService } from '@tsoa/runtime';

/**
 * tsoa omits the path of the containing array: an error in `sections[1].items[2]` would be reported as `items[2]`.
 * Passing the whole path as the name completes the field names.
 */
export function nameNestedArrays(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { validateArray } = prototype;
  prototype.validateArray = function (name, value, errors, isBody, schema, validators, parent = '') {
    return validateArray.call(this, parent + name, value, errors, isBody, schema, validators, '');
  };
}
