import { ValidationService } from '@tsoa/runtime';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { isReadable, preparedText } from '../../shared/kernel/typed-text.rules';

/** The pattern of names and titles in `types.ts`, which identifies them. */
const ONE_LINE = '^(?=.*\\S)[^\\x00-\\x1f\\x7f\\u0085\\u2028\\u2029]+$';
/** What is compared as it was typed. */
const AS_TYPED = /password|secret/i;

/** Prepares the texts of requests before they are validated, and refuses names that cannot be read. */
export function prepareTypedTexts(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { validateString } = prototype;
  prototype.validateString = function (name, value: unknown, errors, validators, parent = '') {
    const isText = typeof value === 'string' && !AS_TYPED.test(name);
    const typed = isText ? preparedText(value) : value;
    const text = validateString.call(this, name, typed, errors, validators, parent);
    if (isText && text !== undefined && validators?.pattern?.value === ONE_LINE && !isReadable(text))
      errors[parent + name] = { message: refusal('MUST_CONTAIN_LETTER_OR_DIGIT').message, value: text };
    return text;
  };
}
