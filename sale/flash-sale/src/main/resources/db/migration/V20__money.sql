-- What the provider was asked for, and what it said. An answer only ever goes from ASKED to DECLINED to TAKEN: money that
-- was taken is never forgotten.
create table payment_attempts (
  id           uuid        primary key,
  order_id     uuid        not null references orders on delete cascade,
  amount_cents bigint      not null check (amount_cents >= 0),
  state        text        not null default 'ASKED' check (state in ('ASKED', 'DECLINED', 'TAKEN')),
  created_at   timestamptz not null default now(),
  answered_at  timestamptz,
  -- While it is ASKED: how often the provider was asked again, when it will be next, and what went wrong.
  tries        integer     not null default 0,
  due_at       timestamptz not null,
  last_error   text
);
create unique index one_open_attempt on payment_attempts (order_id) where state = 'ASKED';
create index attempts_of_order on payment_attempts (order_id);
create index attempts_open on payment_attempts (due_at) where state = 'ASKED';

-- Money that moved: each attempt takes once and gives back once, the same amount.
create table ledger (
  id           bigint generated always as identity primary key,
  order_id     uuid        not null references orders on delete cascade,
  attempt_id   uuid        not null references payment_attempts on delete cascade,
  kind         text        not null check (kind in ('TAKEN', 'RETURNED')),
  amount_cents bigint      not null check (amount_cents >= 0),
  created_at   timestamptz not null default now(),
  constraint moved_once unique (attempt_id, kind)
);
create index ledger_of_order on ledger (order_id);

-- What was noted so far had no attempts. The order's id stands for the one there was: providers were asked by it. What may
-- have been taken for an order that is not paid is asked for again, and only what was taken goes back.
insert into payment_attempts (id, order_id, amount_cents, state, created_at, answered_at, due_at)
select id, id, price_cents * quantity, case status when 'PAID' then 'TAKEN' else 'ASKED' end, created_at, paid_at, now()
  from orders o
 where status = 'PAID' or charges_open > 0 or exists (select 1 from refunds r where r.order_id = o.id);
insert into ledger (order_id, attempt_id, kind, amount_cents, created_at)
select order_id, id, 'TAKEN', amount_cents, coalesce(answered_at, now()) from payment_attempts where state = 'TAKEN';
drop table refunds;
alter table orders drop column charges_open;

-- Money to be given back. The reference to the ledger is the last line of defence: what was not taken cannot be refunded.
create table refunds (
  attempt_id   uuid        primary key references payment_attempts on delete cascade,
  number       bigint      generated always as identity unique,
  taken        text        not null default 'TAKEN' check (taken = 'TAKEN'),
  reason       text        not null,
  state        text        not null default 'DUE' check (state in ('DUE', 'RETURNED', 'REFUSED')),
  created_at   timestamptz not null default now(),
  returned_at  timestamptz,
  tries        integer     not null default 0,
  due_at       timestamptz not null default now(),
  last_error   text,
  constraint only_what_was_taken foreign key (attempt_id, taken) references ledger (attempt_id, kind)
    on delete cascade
);
create index refunds_due on refunds (due_at) where state = 'DUE';

-- Cents that a sale's ledger is off by, where a finding is about money.
alter table findings add column money_cents bigint;

-- The sandbox provider's own books: they survive our death, as those of a real one would.
create table sandbox_payments (
  attempt_id     uuid        primary key,
  amount_cents   bigint      not null,
  outcome        text        not null check (outcome in ('TAKEN', 'DECLINED')),
  created_at     timestamptz not null default now()
);
create table sandbox_refunds (
  refund_id    uuid   primary key,
  attempt_id   uuid   not null,
  amount_cents bigint not null
);
