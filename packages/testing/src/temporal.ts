import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the run's Temporal frontend. */
    temporalAddress: string
    /** URL of its HTTP interface. */
    temporalHttp: string
    /** Path of its CLI. */
    temporalCli: string
  }
}

/** Access to the run's Temporal; a test file creates its own namespace in it. */
export const runTemporal = () => ({ address: inject('temporalAddress'), http: inject('temporalHttp'), cli: inject('temporalCli') })
