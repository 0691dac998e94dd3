import { paymentsCsvHead, presentCsvLine } from '@gateway/contract/portal/csv'
import { ExportPaymentsInput } from '@gateway/contract/portal/payments'
import { exportPortalPayments } from '@gateway/operations/payments/portal/list-portal-payments'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'
import { csvRoute } from '../http/streams/csv-route.ts'

/** The payments of a business as a CSV file. */
export const csvExportRoute = (api: ServerContext): Route =>
  csvRoute(api, {
    path: '/portal/payments.csv',
    input: ExportPaymentsInput,
    callerOf: requireMerchant,
    pages: (request) => exportPortalPayments(api, request),
    head: paymentsCsvHead,
    line: presentCsvLine,
  })
