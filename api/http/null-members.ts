import { type FieldErrors, type TsoaRoute, ValidationService } from '@tsoa/runtime';

/**
 * Treats an optional member of a body that is null as omitted, unless its type allows null, which clears it: typed
 * clients send null for every member without a value.
 */
export function omitNullMembers(): void {
  const { prototype } = ValidationService;
  // oxlint-disable-next-line typescript/unbound-method -- both are called with their own `this` below
  const { validateModel, validateNestedObjectLiteral } = prototype;
  prototype.validateModel = function (input) {
    const { modelDefinition: model, isBodyParam } = input;
    if (isBodyParam && model?.dataType === 'refObject') dropRefusedNulls(this, input.value, model.properties);
    return validateModel.call(this, input) as unknown;
  };
  prototype.validateNestedObjectLiteral = function (name, value, errors, isBody, members, ...rest) {
    if (isBody) dropRefusedNulls(this, value, members);
    return validateNestedObjectLiteral.call(this, name, value, errors, isBody, members, ...rest) as unknown;
  };
}

function dropRefusedNulls(
  service: ValidationService,
  value: unknown,
  members: Record<string, TsoaRoute.PropertySchema> = {},
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, schema] of Object.entries(members))
    if (!schema.required && Reflect.get(value, name) === null && !admitsNull(service, schema))
      Reflect.deleteProperty(value, name);
}

function admitsNull(service: ValidationService, schema: TsoaRoute.PropertySchema): boolean {
  const errors: FieldErrors = {};
  service.ValidateParam(schema, null, 'value', errors, true);
  return Object.keys(errors).length === 0;
}
