import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Endpoints have a circuit, webhooks can be tried out and sent again, and events stand in a feed. */
export class Migration202611210029 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210029-webhook-tools.sql', import.meta.url), 'utf8'))
  }
}
