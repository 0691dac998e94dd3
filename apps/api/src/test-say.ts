import { once } from 'node:events'
import { type Agent, request as httpRequest } from 'node:http'
import type { Say } from './test-server.ts'

/** Speaks with an API on a port of this machine, in this process or in another one. @throws {Error} when it breaks off. */
export const sayTo =
  (to: { readonly port: number; readonly agent?: Agent }): Say =>
  async (method, path, { key, body, headers } = {}) => {
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const request = httpRequest({
      ...to,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        ...(isRaw ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
    })
    request.end(isRaw ? body : JSON.stringify(body))
    const [answer] = await once(request, 'response')
    const chunks: Buffer[] = await answer.toArray()
    const bytes = Buffer.concat(chunks)
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && !answer.headers['content-encoding']
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes,
      body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {},
    }
  }
