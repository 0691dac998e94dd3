/** The package has no types of its own. */
declare module '@digitalbazaar/vc-bitstring-status-list' {
  /** Reads an encoded list. */
  export function decodeList(list: { readonly encodedList: string }): Promise<{
    readonly length: number
    getStatus(index: number): boolean
  }>
}
