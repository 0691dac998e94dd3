import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type FormParams, parseForm } from '../wire/form.ts'
import { ApiError } from '../wire/api-error.ts'

/** The parameters of a request. */
export interface SentParams {
  /** As sent, form-encoded; of an upload, its members without the file. */
  readonly form: string
  readonly params: FormParams
}

/**
 * Reads the parameters of a request: the query of a GET, the form of a POST, or the parts of an upload, whose file becomes base64.
 * @throws {ApiError} of status 400 when the body has another type.
 */
export async function readParams(request: IncomingMessage, url: URL): Promise<SentParams> {
  if (request.method !== 'POST') return { form: url.search.slice(1), params: parseForm(url.search.slice(1)) }
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return readUpload(body, type)
  if (body.length > 0 && !type.startsWith('application/x-www-form-urlencoded')) throw new ApiError(400, unknownType)
  const form = body.toString('utf8')
  return { form, params: parseForm(form) }
}

const unknownType = 'Request Content-Types must be application/x-www-form-urlencoded or multipart/form-data.'

async function readUpload(body: Buffer, type: string): Promise<SentParams> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const texts = new URLSearchParams()
  const files: FormParams = {}
  for (const [name, part] of parts.entries()) {
    if (typeof part === 'string') texts.append(name, part)
    else files[name] = { name: part.name, type: part.type, base64: Buffer.from(await part.arrayBuffer()).toString('base64') }
  }
  return { form: texts.toString(), params: { ...parseForm(texts.toString()), ...files } }
}
