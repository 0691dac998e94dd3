/** Loads a page that uses schemas of the contract. zod is kept out of the other pages. */
export const withSchemas =
  <Page>(load: () => Promise<Page>) =>
  async (): Promise<Page> => {
    await import('../without-eval.ts')
    return load()
  }
