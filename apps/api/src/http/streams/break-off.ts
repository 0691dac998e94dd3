import type { ServerResponse } from 'node:http'

/**
 * Ends an answer that cannot be completed by resetting its connection: one that is merely closed is the end of the content to clients of HTTP/1.0
 * (RFC 9112 §6.3), and of proxies that speak it.
 */
export function breakOff(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
  response.destroy()
}
