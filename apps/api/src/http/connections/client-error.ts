import type { Log } from '@gateway/operations/kernel/context'
import type { Duplex } from 'node:stream'
import { presentRefusal } from '../errors/errors.ts'
import { newRequestId } from '../request-id.ts'
import { JSON_TYPE, standardHeaders } from '../send-answer.ts'

interface Complaint {
  readonly status: number
  readonly phrase: string
  readonly code: string
  readonly message: string
}

const complaints: Readonly<Record<string, Complaint>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    code: 'HEADERS_TOO_LARGE',
    message: 'Address and headers are larger than 8 KiB together, or there are too many headers',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time',
  },
}

/** Whether a client took too long to send its request. */
export const isLate = ({ code }: NodeJS.ErrnoException): boolean => code === 'ERR_HTTP_REQUEST_TIMEOUT'

const malformed: Complaint = { status: 400, phrase: 'Bad Request', code: 'VALIDATION_ERROR', message: 'The request is no well-formed HTTP' }

/** Answers malformed HTTP with a JSON error, closes the connection, and logs it. */
export function answerClientError(log: Log, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const complaint = complaints[error.code ?? ''] ?? malformed
  const requestId = newRequestId()
  const body = JSON.stringify(presentRefusal(complaint, requestId))
  const headers = {
    ...standardHeaders(requestId),
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${complaint.status} ${complaint.phrase}`, ...lines, '', body].join('\r\n'))
  const { status, code } = complaint
  log.info({ requestId, status, code }, 'malformed request rejected')
}
