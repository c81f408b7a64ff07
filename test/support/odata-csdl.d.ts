declare module 'odata-csdl' {
  /** Converts a metadata document from XML to JSON; throws an Error at what CSDL does not allow. */
  export function xml2json(xml: string, options?: { strict?: boolean }): object;
}
