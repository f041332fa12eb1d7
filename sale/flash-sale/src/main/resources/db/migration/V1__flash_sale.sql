-- Sales. `sold` counts the units of live orders; only the production path and group commit keep it, and the
-- check on it is the last line of defence: whatever goes wrong before, a unit is not sold twice.
create table sales (
  id           bigint generated always as identity primary key,
  name         text        not null check (length(name) between 1 and 120),
  rung         smallint    not null check (rung between 1 and 12),
  price_cents  bigint      not null check (price_cents between 0 and 100000000),
  per_user     integer     not null check (per_user between 1 and 1000),
  total        integer     not null check (total between 0 and 10000000),
  sold         integer     not null default 0,
  opens_at     timestamptz not null,
  ends_at      timestamptz not null,
  status       text        not null check (status in ('OPEN', 'PAUSED', 'CLOSED')),
  pause_reason text,
  epoch        bigint      not null default 1,
  lab          boolean     not null default false,
  created_at   timestamptz not null default now(),
  constraint never_oversold check (sold between 0 and total),
  constraint ends_after_it_opens check (ends_at > opens_at)
);

-- The stock that rungs 1 to 9 read and write back, without any check of its own: that is the point of them.
create table shelves (
  sale_id   bigint  primary key references sales,
  available integer not null
);

create table orders (
  id              uuid        primary key,
  sale_id         bigint      not null references sales,
  user_id         text        not null,
  idempotency_key text        not null,
  quantity        integer     not null check (quantity > 0),
  price_cents     bigint      not null,
  status          text        not null check (status in ('AWAITING_PAYMENT', 'PAID', 'EXPIRED', 'CANCELLED')),
  -- Whether the units of an expired or cancelled order are back in Redis.
  given_back      boolean     not null default false,
  accepted_at     timestamptz not null,
  created_at      timestamptz not null default now(),
  pay_by          timestamptz not null,
  paid_at         timestamptz,
  constraint one_order_per_key unique (sale_id, user_id, idempotency_key)
);
create index orders_of_user on orders (user_id, created_at desc);
create index orders_unpaid on orders (pay_by) where status = 'AWAITING_PAYMENT';
create index orders_to_give_back on orders (sale_id) where status in ('EXPIRED', 'CANCELLED') and not given_back;

-- Money taken for an order that was over by then.
create table refunds (
  order_id     uuid        primary key references orders,
  amount_cents bigint      not null,
  reason       text        not null,
  created_at   timestamptz not null default now()
);

-- Entries of the stream that can never become an order; their units go back to stock.
create table dead_letters (
  sale_id    bigint      not null references sales,
  entry_id   text        not null,
  order_id   text,
  user_id    text,
  quantity   integer,
  payload    text        not null,
  error      text        not null,
  created_at timestamptz not null default now(),
  primary key (sale_id, entry_id)
);
create index dead_letters_of_order on dead_letters (order_id);

-- Differences the reconciliation found, and what was done about them.
create table findings (
  id         bigint generated always as identity primary key,
  sale_id    bigint      not null references sales,
  epoch      bigint      not null,
  difference integer     not null,
  detail     text        not null,
  repaired   boolean     not null default false,
  created_at timestamptz not null default now()
);

-- The table of io.holdfast.spring.fence.JdbcFence.
create table holdfast_fence (
  resource varchar(512) primary key,
  token    bigint       not null
);
