import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

// Merchants' servers, each on a port of its own: they accept every webhook.
const [, , count, folder = ''] = process.argv
const ports = await Promise.all(Array.from({ length: Number(count) }, listenAnywhere))
writeFileSync(join(folder, 'ports.json'), JSON.stringify(ports))

function listenAnywhere(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)) // A TCP server that listens has one.
  })
}
