import { signerGraph } from './signer-graph.ts'

/** The list of everything that a signer's process can load; a change of it is read by whoever reads the commit. */
export function signerImportsDocument(): string {
  const { direct, packages, node, modules } = signerGraph()
  const comment = 'Written by `npm run docs`; do not edit. Everything that a process with the role signer can load.'
  return `${JSON.stringify({ comment, direct, packages, node, modules }, null, 2)}\n`
}
