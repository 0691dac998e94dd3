import { describeApi } from '@gateway/api/openapi'
import { appRouter } from '@gateway/api/router'

/** The origin of `npm run dev`; a deployment has its own. */
const ORIGIN = 'http://127.0.0.1:4000'

/** The API description that a server serves at `/openapi.json`. */
export const openApiDocument = (): string => `${JSON.stringify(describeApi(appRouter, ORIGIN), null, 2)}\n`
