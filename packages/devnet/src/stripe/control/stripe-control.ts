import type { ObjectKind, ObjectOf } from '../objects/stored-object.ts'
import type { ControlAction, controlActions } from './control-actions.ts'

type Actions = typeof controlActions
/** The argument of an action; those without one take none. */
type ArgumentOf<Name extends ControlAction> =
  Parameters<Actions[Name]> extends readonly [unknown, infer Argument] ? readonly [Argument] : readonly []
type ResultOf<Name extends ControlAction> = ReturnType<Actions[Name]>

/** Steers a running double, from any process, by its address. */
export class StripeControl {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Does one of the actions of `controlActions`.
   * @throws {Error} with the sentence of the double when it refuses.
   */
  async do<Name extends ControlAction>(name: Name, ...[argument]: ArgumentOf<Name>): Promise<ResultOf<Name>> {
    const response = await fetch(`${this.#url}/_control/${name}`, { method: 'POST', body: JSON.stringify(argument ?? {}) })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`The card processor's double refused ${name}: ${JSON.stringify(answer)}`)
    // The server answers with the result of the action of this name.
    return answer as ResultOf<Name>
  }

  /** The objects of a kind that moves or stands for money, oldest first. */
  async objectsOf<Kind extends ObjectKind>(kind: Kind): Promise<ObjectOf<Kind>[]> {
    const { effects } = await this.do('readLog')
    // `object` names the kind of each.
    return effects.flatMap(({ object }) => (object.object === kind ? [object as ObjectOf<Kind>] : []))
  }
}
