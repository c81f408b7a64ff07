/** The body of an upload: one file in the field `file`. */
export function fileBody(file: File): FormData {
  const body = new FormData();
  body.set('file', file);
  return body;
}

/** How openapi-fetch has to send it: as multipart, whatever the document says the body is. */
export const AS_MULTIPART = { bodySerializer: (body: unknown) => body as FormData };
