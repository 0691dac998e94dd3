
-- businesses: wallets of merchants at which the chain holds code, so that their owners hear that a contract has to take the money
CREATE TABLE contract_wallet (
  chain text NOT NULL,
  address text NOT NULL,
  found_at timestamptz NOT NULL,
  -- Asked for by address: one is hardly ever a wallet on two chains.
  PRIMARY KEY (address, chain)
);
