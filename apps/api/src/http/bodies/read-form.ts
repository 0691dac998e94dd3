import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../errors/errors.ts'
import { readBytes } from './read-bytes.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The fields of a form that a page of ours has sent. A field that occurs twice counts once, the first time.
 * @throws {HttpRefusal} 415 for any other media type, so that no other page's script can send one without asking; 413 above 64 KiB; 400 for a body that
 * is not UTF-8.
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  const encoding = request.headers['content-encoding'] ?? 'identity'
  const bytes = await readBytes(request)
  if (type.trim().toLowerCase() !== FORM_TYPE || encoding !== 'identity') throw new HttpRefusal(notAForm)
  try {
    return new URLSearchParams(utf8.decode(bytes))
  } catch (cause) {
    throw Object.assign(new HttpRefusal(notText), { cause })
  }
}

const notAForm = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: `Send the form as ${FORM_TYPE}` } as const
const notText = { status: 400, code: 'VALIDATION_ERROR', message: 'The form is not valid UTF-8' } as const
