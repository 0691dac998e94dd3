import { describeApi } from '@gateway/api/openapi'
import { appRouter } from '@gateway/api/router'

/** A deployment names its own origin; this one is what `npm run dev` listens on. */
const ORIGIN = 'http://127.0.0.1:4000'

/** The API description that a server answers at `/openapi.json`. */
export const openApiDocument = (): string => `${JSON.stringify(describeApi(appRouter, ORIGIN), null, 2)}\n`
