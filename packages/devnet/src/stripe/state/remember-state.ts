import type { World } from './world.ts'

/** Remembers the state, and returns what brings it back. Values inside it are never changed in place, so its lists and records are enough. */
export function rememberState({ state }: World): () => void {
  const members = Object.entries(state).map(([name, member]: [string, unknown]) => [name, copyOf(member)])
  return () => void Object.assign(state, Object.fromEntries(members))
}

function copyOf(member: unknown): unknown {
  if (Array.isArray(member)) return [...member]
  return typeof member === 'object' ? { ...member } : member
}
