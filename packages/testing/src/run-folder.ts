import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that belongs to this run alone and is removed with it. */
    runFolder: string
  }
}

/** The run's folder: what one test file prepares in it, the others find. */
export const runFolder = (): string => inject('runFolder')
