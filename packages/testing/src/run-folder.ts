import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, removed with it. */
    runFolder: string
  }
}

/** The run's folder: test files share what one of them prepares in it. */
export const runFolder = (): string => inject('runFolder')
