import { createServer } from 'node:http'
import { paperBitcoin } from './paper-bitcoin.ts'
import type { BlockSize } from './paper-chain.ts'
import { paperEthereum } from './paper-ethereum.ts'

/** One call of a request (JSON-RPC 2.0). */
interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

// A process of its own, so that its memory is not the scanner's.
const [, , chain, size, port] = process.argv
const paper = (chain === 'BTC' ? paperBitcoin : paperEthereum)(size as BlockSize) // Its parent names one of the two.

const answerTo = ({ id, method, params }: Call) => {
  if (method === 'grow') paper.grow(Number(params[0]))
  return { jsonrpc: '2.0', id, result: paper.answer(method, params) ?? null }
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const calls = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | readonly Call[] // Only the bench asks.
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls as Call)))
  })
}).listen(Number(port), '127.0.0.1')
