import { ExportLightningInput } from '@gateway/contract/lightning/portal-lists'
import { lightningCsvHead, presentLightningLine } from '@gateway/contract/lightning/portal-csv'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { exportPortalLightning } from '@gateway/operations/lightning/portal/list-portal-lightning'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'
import { csvRoute } from '../http/streams/csv-route.ts'

/** The Lightning payments of a business as a CSV file. */
export const lightningCsvRoute = (api: ServerContext): Route =>
  csvRoute(api, {
    path: '/portal/lightning-payments.csv',
    input: ExportLightningInput,
    callerOf: requireMerchant,
    pages: (request) => exportPortalLightning(api, request),
    head: lightningCsvHead,
    line: presentLightningLine,
  })
