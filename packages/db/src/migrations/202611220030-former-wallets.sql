-- businesses: wallets that still count although others were named, until a moment: {"ETH": {"address": "0x…", "until": "…"}}
ALTER TABLE business ADD COLUMN former_wallets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(former_wallets) = 'object');
