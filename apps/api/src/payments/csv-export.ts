import { type ExportedPayment, paymentsCsvHead, presentCsvLine } from '@gateway/contract/portal/csv'
import { ExportPaymentsInput } from '@gateway/contract/portal/payments'
import { requireActor } from '@gateway/operations/accounts/auth/authenticate'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { exportPortalPayments } from '@gateway/operations/payments/portal/list-portal-payments'
import { TRPCError } from '@trpc/server'
import type { ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contextOf, type ServerContext } from '../context.ts'
import { admit, countRefused } from '../http/limits/admission.ts'
import type { ApiRequest, Route } from '../http/route.ts'
import { breakOff } from '../http/streams/break-off.ts'
import { takeTurn } from '../trpc.ts'

const MAX_QUERY_MEMBERS = 100

/**
 * The payments of a business as a CSV file, for its signed-in merchant. It is read a page at a time, as fast as the client takes it, so that no
 * number of payments fills the memory. The first page is read before the answer begins, so that its failure is an error answer; a later one resets the
 * connection, which no client takes for the end of a file.
 */
export const csvExportRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/portal/payments.csv',
  cors: false,
  isCounted: true,
  answer: async (request) => {
    const ctx = contextOf(api, request)
    const actor = requireMerchant(await countRefused(ctx, requireActor(ctx, ctx.credential)))
    admit({ ...ctx, actor }, 'default')
    const wish = readWish(request)
    const pages = await begun(inTurns(await takeTurn(() => exportPortalPayments(api, { actor, wish }))))
    return {
      status: 200,
      body: '',
      type: 'text/csv; charset=utf-8; header=present',
      headers: { 'Content-Disposition': 'attachment; filename="payments.csv"' },
      stream: (response) => void send(api, pages, response),
    }
  },
})

/** The same pages, after the first one was read. */
async function begun<Page>(pages: AsyncGenerator<Page>): Promise<AsyncGenerator<Page>> {
  const first = await pages.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}

/** @throws {TRPCError} as a procedure would, so that the answer names the members. */
function readWish({ search }: ApiRequest): ExportPaymentsInput {
  const read = ExportPaymentsInput.safeParse(parse(search, '&', '=', { maxKeys: MAX_QUERY_MEMBERS }))
  if (!read.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: read.error })
  return read.data
}

/** The same pages, each read in its turn: the turn ends before the client takes the page. */
async function* inTurns<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const reading = pages[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await takeTurn(() => reading.next())
    if (done) return
    yield value
  }
}

async function send({ log }: ServerContext, pages: AsyncIterable<readonly ExportedPayment[]>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(linesOf(pages), { objectMode: true, highWaterMark: 1 }), response, { end: false })
    response.end()
  } catch (error) {
    // A client that leaves is no problem of ours.
    if (!isLeaving(error)) log.warn({ err: error }, 'an export of payments broke off')
    breakOff(response)
  }
}

const isLeaving = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function* linesOf(pages: AsyncIterable<readonly ExportedPayment[]>): AsyncGenerator<string> {
  yield paymentsCsvHead
  for await (const page of pages) if (page.length > 0) yield page.map(presentCsvLine).join('')
}
