import { z } from 'zod'
import type { UploadedFile } from '../objects/file.ts'
import { type Call, idOf, route, type Route } from '../server/route.ts'
import { createId } from '../state/ids.ts'
import { get, save } from '../state/store.ts'
import { nowOf } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { nested, params } from '../wire/params.ts'

const purposes = [
  'account_requirement',
  'additional_verification',
  'business_icon',
  'business_logo',
  'dispute_evidence',
  'identity_document',
] as const

/** What an upload of a purpose may be. Source: docs.stripe.com/file-upload. */
const MAX_BYTES = 5_242_880
const types: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png']

const CreateParams = params({ file: nested({ name: z.string(), type: z.string(), base64: z.string() }), purpose: z.enum(purposes) })

/** Uploads, such as evidence. */
export const fileRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/files', permission: 'files:write', params: CreateParams, handle: create }),
  route({
    method: 'GET',
    path: '/v1/files/:id',
    permission: 'files:read',
    params: params({}),
    handle: (call) => get(call.world, { kind: 'file', account: call.account, param: 'file' }, idOf(call)),
  }),
]

function create({ world, account, params: { file, purpose } }: Call<z.output<typeof CreateParams>>): UploadedFile {
  const size = Buffer.byteLength(file.base64, 'base64')
  if (size > MAX_BYTES) throw invalidRequest(`The file must be at most ${MAX_BYTES} bytes.`, { code: 'file_too_large', param: 'file' })
  if (!types.includes(file.type)) throw invalidRequest(`The file must be one of ${types.join(', ')}.`, { param: 'file' })
  const id = createId('file')
  return save(world, account, {
    id,
    object: 'file',
    created: nowOf(world),
    expires_at: null,
    filename: file.name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type: file.type.slice(file.type.indexOf('/') + 1),
    url: `${world.url}/v1/files/${id}/contents`,
  })
}
