import { signerGraph } from './signer-graph.ts'

/** The list of everything that the signer process can load; reviewers see its changes. */
export function signerImportsDocument(): string {
  const { direct, packages, node, modules } = signerGraph()
  const comment = 'Written by `npm run docs`; do not edit. All imports of a process with the role signer.'
  return `${JSON.stringify({ comment, direct, packages, node, modules }, null, 2)}\n`
}
