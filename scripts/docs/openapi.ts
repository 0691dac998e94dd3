import { describeApi, servedDescription } from '@gateway/api/openapi'
import { appRouter } from '@gateway/api/router'

/** The origin of `npm run dev`; a deployment has its own. */
const ORIGIN = 'http://127.0.0.1:4000'

/** The whole description of the API, which repeats itself. */
export const wholeDescription = () => describeApi(appRouter, ORIGIN)

/** The API description that a server serves at `/openapi.json`. */
export const openApiDocument = (): string => `${JSON.stringify(servedDescription(wholeDescription()), null, 2)}\n`
