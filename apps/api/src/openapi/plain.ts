import { didName } from '@gateway/contract/identity/scalars'
import { InvoiceRegisterInput } from '@gateway/contract/invoices/inputs'
import { pathId } from '@gateway/contract/wire/id'
import { z } from 'zod'
import type { LimitName } from '../http/limits/limits.ts'
import { responsesOf } from './errors.ts'
import { limitedHeaders, someHeader } from './headers.ts'
import { type Components, inputMembers, type Schema } from './schemas.ts'

const json = (description: string, schema: Schema, example: unknown): Schema => ({
  description,
  headers: limitedHeaders,
  content: { 'application/json': { schema, example } },
})

/** The same for an answer with Retry-After. */
function laterJson(description: string, schema: Schema, example: unknown): Schema {
  return { ...json(description, schema, example), headers: { ...limitedHeaders, ...someHeader('Retry-After') } }
}

const chainCheck = {
  type: 'object',
  required: ['ok', 'lag_blocks', 'refused'],
  properties: {
    ok: { type: 'boolean' },
    lag_blocks: { type: ['integer', 'null'] },
    refused: { type: ['string', 'null'], description: 'Why the node of the chain is not listened to.' },
  },
}
const readinessSchema: Schema = {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { enum: ['ok', 'unavailable'] },
    checks: {
      type: 'object',
      required: ['database', 'workflows', 'signer', 'chains'],
      properties: {
        database: { type: 'boolean' },
        workflows: { type: 'boolean' },
        signer: { type: 'boolean' },
        chains: { type: 'object', additionalProperties: chainCheck },
        lightning: {
          type: 'boolean',
          description: 'Whether the Lightning node answers and the role that pays runs; absent where Lightning is not served.',
        },
      },
    },
  },
}
const checks = (ok: boolean, lag: number) => ({
  database: true,
  workflows: true,
  signer: true,
  chains: { BTC: { ok, lag_blocks: lag, refused: null } },
  lightning: true,
})

/** The paths beside the procedures. */
export const plainPaths = (components: Components): Readonly<Record<string, Schema>> => ({
  '/api/payments/{id}/qr': {
    get: { ...named('payments', 'payments_qr', 'Get the QR image of a payment'), ...counted('public'), ...qrImage(components) },
  },
  '/api/payments/{id}/events': {
    get: {
      ...named('payments', 'payments_follow', 'Follow a payment'),
      ...counted('public'),
      security: optional,
      ...eventStream(components),
    },
  },
  ...filesOfInvoices(components),
  '/api/reputation/badge/{did}': {
    get: { ...named('identity', 'identity_badge', 'Get the badge of a DID'), ...counted('public'), ...badgeImage(components) },
  },
  '/health/live': { get: { ...named('service', 'health_live', 'See whether the process runs'), ...liveness } },
  '/health/ready': { get: { ...named('service', 'health_ready', 'See whether everything works together'), ...readiness } },
  '/openapi.json': { get: { ...named('service', 'openapi', 'Get this description'), ...description } },
})

const filesOfInvoices = (components: Components): Readonly<Record<string, Schema>> => ({
  '/api/invoices/register.csv': {
    get: {
      ...named('invoices', 'invoices_register', 'Export the register of invoice numbers'),
      ...counted('default'),
      security: byKey,
      ...register(components),
    },
  },
  '/api/invoices/{id}/pdf': {
    get: {
      ...named('invoices', 'invoices_pdf', 'Get the PDF of an invoice'),
      ...counted('default'),
      security: byKey,
      ...pdf(
        components,
        ['UNAUTHENTICATED', 'INSUFFICIENT_SCOPE'],
        'The PDF/A-3b document as it was sent, byte by byte; 404 before it is written. The id of a credit note gives its document. Keys need the scope `invoices:read`.',
      ),
    },
  },
  '/api/invoices/{id}/pay/pdf': {
    get: {
      ...named('invoices', 'invoices_payPdf', 'Get the PDF of an invoice as its client'),
      ...counted('public'),
      ...pdf(components, [], 'The same document for everybody with the id of the invoice.'),
    },
  },
})

const named = (tag: string, operationId: string, summary: string): Schema => ({
  tags: [tag],
  operationId,
  summary,
  security: [],
  ...counted('anonymous'),
})

/** The limit that counts the requests of an operation. */
const counted = (limit: LimitName): Schema => ({ 'x-rate-limit': limit })

/** No credential is required; with one, the payment's merchant sees more. */
const optional = [{}, { bearer: [] }, { apiKey: [] }]
const byKey = [{ bearer: [] }, { apiKey: [] }]

function idOf(noun: 'payment' | 'invoice', components: Components): Schema {
  const { id } = inputMembers(z.object({ id: pathId(noun) }), components).properties
  return { name: 'id', in: 'path', required: true, description: id?.['description'], example: id?.['example'], schema: { type: 'string' } }
}

const eventStream = (components: Components): Schema => ({
  description:
    'Server-sent events: the latest event of the payment, or those after `Last-Event-ID`, then each further one, each with the payment at that moment, and `end` after a final status. A comment line follows every 15 seconds. A stream lasts at most 30 minutes; clients reconnect with the last id. A stream ends when its credential is revoked or expires.',
  parameters: [
    idOf('payment', components),
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The stream goes on after this event: the last `id` you received. Without it, it begins with the latest event.',
      example: '2',
      schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
    },
  ],
  responses: {
    200: {
      description: 'Messages `payment` with `{type, sequence, created_at, payment}`, and `end`.',
      headers: limitedHeaders,
      content: {
        'text/event-stream': { schema: { type: 'string' }, example: 'id: 2\nevent: payment\ndata: {"type":"payment.pending"}\n\n' },
      },
    },
    ...responsesOf([
      'VALIDATION_ERROR',
      'INVALID_API_KEY',
      'INVALID_TOKEN',
      'NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL',
      'DATABASE_BUSY',
      'TIMED_OUT',
      'STREAMS_FULL',
    ]),
  },
})

function qrImage(components: Components): Schema {
  const image = { schema: { type: 'string', contentMediaType: 'image/png' }, example: 'PNG' }
  return {
    description:
      'The payment URI, or the plain address where wallets misread token URIs. A URI asks for the amount still due, so the image changes when a part arrives.',
    parameters: [idOf('payment', components)],
    responses: {
      200: { description: 'At least 512 pixels wide.', headers: limitedHeaders, content: { 'image/png': image } },
      304: { description: 'The image with the `ETag` of `If-None-Match`.', headers: limitedHeaders },
      ...responsesOf(['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL', 'DATABASE_BUSY', 'TIMED_OUT']),
    },
  }
}

function badgeImage(components: Components): Schema {
  const image = { schema: { type: 'string', contentMediaType: 'image/svg+xml' }, example: 'SVG' }
  const { did } = inputMembers(z.object({ did: didName('The DID, percent-encoded.') }), components).properties
  return {
    description: 'The score of the DID as a picture of numbers and fixed words, in light and dark. A DID without receipts has one too.',
    parameters: [
      { name: 'did', in: 'path', required: true, description: did?.['description'], example: did?.['example'], schema: { type: 'string' } },
    ],
    responses: {
      200: { description: 'It may be shown for five minutes.', headers: limitedHeaders, content: { 'image/svg+xml': image } },
      304: { description: 'The picture with the `ETag` of `If-None-Match`.', headers: limitedHeaders },
      ...responsesOf(['VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL', 'DATABASE_BUSY', 'TIMED_OUT']),
    },
  }
}

function register(components: Components): Schema {
  const lines = { schema: { type: 'string', contentMediaType: 'text/csv' }, example: 'number,kind,status' }
  const { business_id: business } = inputMembers(InvoiceRegisterInput, components).properties
  const { description: about, example, ...schema } = business ?? {}
  return {
    description:
      'Every number of a business, void ones and credit notes among them, by ascending number. Keys need the scope `invoices:read`.',
    parameters: [{ name: 'business_id', in: 'query', required: false, description: about, example, schema }],
    responses: {
      200: { description: 'A line for each number.', headers: limitedHeaders, content: { 'text/csv': lines } },
      ...responsesOf([
        ...(['VALIDATION_ERROR', 'BUSINESS_REQUIRED', 'UNAUTHENTICATED', 'INSUFFICIENT_SCOPE', 'FORBIDDEN', 'RATE_LIMITED'] as const),
        ...(['INTERNAL', 'DATABASE_BUSY', 'TIMED_OUT'] as const),
      ]),
    },
  }
}

function pdf(components: Components, ofCredentials: readonly ('UNAUTHENTICATED' | 'INSUFFICIENT_SCOPE')[], about: string): Schema {
  const document = { schema: { type: 'string', contentMediaType: 'application/pdf' }, example: 'PDF' }
  return {
    description: about,
    parameters: [idOf('invoice', components)],
    responses: {
      200: { description: 'The document.', headers: limitedHeaders, content: { 'application/pdf': document } },
      ...responsesOf([...ofCredentials, 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL', 'DATABASE_BUSY', 'TIMED_OUT']),
    },
  }
}

const liveness: Schema = {
  description: 'Checks no dependency.',
  responses: {
    200: json('The api runs.', { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } }, { status: 'ok' }),
    ...responsesOf(['RATE_LIMITED']),
  },
}

const readiness: Schema = {
  description: 'Names missing parts and the lag of each chain.',
  responses: {
    200: json('Every part works.', readinessSchema, { status: 'ok', checks: checks(true, 0) }),
    ...responsesOf(['RATE_LIMITED']),
    503: laterJson('A part is missing.', readinessSchema, { status: 'unavailable', checks: checks(false, 7) }),
  },
}

const description: Schema = {
  description: 'Generated from the schemas that validate requests.',
  responses: {
    200: json('OpenAPI 3.1.', { type: 'object' }, { openapi: '3.1.1' }),
    304: { description: 'The document with the `ETag` of `If-None-Match`.', headers: limitedHeaders },
    ...responsesOf(['RATE_LIMITED']),
  },
}
