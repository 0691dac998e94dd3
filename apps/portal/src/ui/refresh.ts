/** Asks again after so many milliseconds once there was an answer; a first failure stays on the page until the reader tries again. */
export const refreshEvery =
  (ms: number) =>
  ({ state }: { readonly state: { readonly data: unknown } }): number | false =>
    state.data === undefined ? false : ms
