import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { getPdf, viewPdf } from '@gateway/operations/invoices/public/get-pdf'
import { contextOf, type ServerContext } from '../context.ts'
import { admit, countRefused } from '../http/limits/admission.ts'
import { clientAddressOf } from '../http/limits/client-address.ts'
import { requireScope } from '../http/procedures/require-scope.ts'
import type { Answer, Route } from '../http/route.ts'

/** The documents of invoices, byte by byte as they were sent: for their business, and for everybody with the unguessable id. */
export const pdfExportRoutes = (api: ServerContext): Route[] => [
  {
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    cors: false,
    isCounted: true,
    answer: async (request) => {
      const ctx = contextOf(api, request)
      const actor = await countRefused(ctx, requireBearer(ctx, ctx.credential))
      admit({ ...ctx, actor }, 'default')
      requireScope(actor, { name: 'invoices.pdf', type: 'query' })
      return pdfAnswer(await getPdf(api, { actor, id: request.params['id'] ?? '' }))
    },
  },
  {
    method: 'GET',
    path: '/api/invoices/{id}/pay/pdf',
    cors: true,
    isCounted: true,
    answer: async ({ params, message, reply }) => {
      admit({ ...api, reply, address: clientAddressOf(message, api.trustedProxies) }, 'public')
      return pdfAnswer(await viewPdf(api, { id: params['id'] ?? '' }))
    },
  },
]

/** It says whose invoice it is, so no cache keeps it. */
export const pdfAnswer = ({ number, bytes, sha256 }: Awaited<ReturnType<typeof getPdf>>): Answer => ({
  status: 200,
  body: Buffer.from(bytes),
  type: 'application/pdf',
  headers: { 'Content-Disposition': `inline; filename="${number}.pdf"`, ETag: `"${sha256}"` },
})
