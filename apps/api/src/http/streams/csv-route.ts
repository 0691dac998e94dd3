import type { MerchantActor } from '@gateway/operations/accounts/auth/require-merchant'
import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { TRPCError } from '@trpc/server'
import type { ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { contextOf, type ServerContext } from '../../context.ts'
import { admit, countRefused } from '../limits/admission.ts'
import type { ApiRequest, Route } from '../route.ts'
import { breakOff } from './break-off.ts'
import { takeTurn } from '../../trpc.ts'

const MAX_QUERY_MEMBERS = 100

/** An export of the objects of a business: what can be asked for, and how it becomes lines. */
interface CsvExport<Schema extends z.ZodType, Row> {
  /** Where it is, such as `/portal/payments.csv`; the file has its last part as its name. */
  readonly path: `/portal/${string}.csv`
  readonly input: Schema
  /** The rows, a page at a time; refuses before the first one. */
  readonly pages: (request: { readonly actor: MerchantActor; readonly wish: z.output<Schema> }) => Promise<AsyncIterable<readonly Row[]>>
  /** The first line, which names the columns. */
  readonly head: string
  readonly line: (row: Row) => string
}

/**
 * A CSV file of a business for its signed-in merchant. It is read a page at a time, as fast as the client takes it, so that no number of rows fills the
 * memory. The first page is read before the answer begins, so that its failure is an error answer; a later one resets the connection, which no client takes
 * for the end of a file.
 */
export const csvRoute = <Schema extends z.ZodType, Row>(api: ServerContext, of: CsvExport<Schema, Row>): Route => ({
  method: 'GET',
  path: of.path,
  cors: false,
  isCounted: true,
  answer: async (request) => {
    const ctx = contextOf(api, request)
    const actor = requireMerchant(await countRefused(ctx, requireBearer(ctx, ctx.credential)))
    admit({ ...ctx, actor }, 'default')
    const wish = readWish(request, of.input)
    const pages = await begun(inTurns(await takeTurn(() => of.pages({ actor, wish }))))
    return {
      status: 200,
      body: '',
      type: 'text/csv; charset=utf-8; header=present',
      headers: { 'Content-Disposition': `attachment; filename="${of.path.slice('/portal/'.length)}"` },
      stream: (response) => void send(api, linesOf(pages, of), response),
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
function readWish<Schema extends z.ZodType>({ search }: ApiRequest, input: Schema): z.output<Schema> {
  const read = input.safeParse(parse(search, '&', '=', { maxKeys: MAX_QUERY_MEMBERS }))
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

async function send({ log }: ServerContext, lines: AsyncGenerator<string>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(lines, { objectMode: true, highWaterMark: 1 }), response, { end: false })
    response.end()
  } catch (error) {
    // A client that leaves is no problem of ours.
    if (!isLeaving(error)) log.warn({ err: error }, 'an export broke off')
    breakOff(response)
  }
}

const isLeaving = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function* linesOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  { head, line }: Pick<CsvExport<never, Row>, 'head' | 'line'>,
): AsyncGenerator<string> {
  yield head
  for await (const page of pages) if (page.length > 0) yield page.map(line).join('')
}
