import path from "node:path";
import { programs } from "./packages.ts";

export const PASSWORD = "cluster-only";

export interface NodePlace {
  readonly name: string;
  readonly folder: string;
  readonly postgres: number;
  /** The relay in front of PostgreSQL; standbys replicate through it. */
  readonly replication: number;
  readonly rest: number;
  readonly etcdClient: number;
  readonly etcdPeer: number;
}

/** Durations that a small installation uses; `docs/operations/database.md` explains each. */
const TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 3, primary_start_timeout: 0 } as const;

const synchronous = { synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 1 } as const;

/** JSON is YAML. */
export const patroniConfig = (node: NodePlace, all: readonly NodePlace[], isSynchronous: boolean): string =>
  JSON.stringify({
    scope: "vriddhi",
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    // Up to 3.0.2 Patroni's `etcd3` lets a leader that was paused overwrite the key of its successor.
    etcd: { hosts: all.map(({ etcdClient }) => `127.0.0.1:${etcdClient}`) },
    bootstrap: {
      dcs: {
        ...TIMES,
        ...(isSynchronous ? synchronous : { synchronous_mode: false }),
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 150,
            shared_buffers: "48MB",
            max_wal_size: "128MB",
            wal_log_hints: "on",
            synchronous_commit: "on",
            wal_sender_timeout: "5s",
            wal_receiver_timeout: "5s",
            tcp_keepalives_idle: 5,
            tcp_keepalives_interval: 2,
            tcp_keepalives_count: 3,
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }],
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: `127.0.0.1:${node.postgres}`,
      connect_address: `127.0.0.1:${node.replication}`,
      data_dir: path.join(node.folder, "data"),
      bin_dir: programs.postgresBin,
      pgpass: path.join(node.folder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
        rewind: { username: "rewinder", password: PASSWORD },
      },
      parameters: { unix_socket_directories: "" },
    },
  });

export const etcdArguments = (node: NodePlace, all: readonly NodePlace[]): readonly string[] => [
  ...["--name", node.name, "--data-dir", path.join(node.folder, "etcd"), "--logger", "zap", "--log-level", "error"],
  ...["--listen-client-urls", `http://127.0.0.1:${node.etcdClient}`],
  ...["--advertise-client-urls", `http://127.0.0.1:${node.etcdClient}`],
  ...["--listen-peer-urls", `http://127.0.0.1:${node.etcdPeer}`],
  ...["--initial-advertise-peer-urls", `http://127.0.0.1:${node.etcdPeer}`],
  ...["--initial-cluster", all.map(({ name, etcdPeer }) => `${name}=http://127.0.0.1:${etcdPeer}`).join(",")],
  "--enable-v2=true",
  // The defaults of 100 and 1000 ms elect needlessly on a machine whose cores are busy.
  ...["--heartbeat-interval", "250", "--election-timeout", "2500"],
];

export const haproxyConfig = (port: number, nodes: readonly NodePlace[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  clitcpka-idle 5s
  clitcpka-intvl 2s
  clitcpka-cnt 3

listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.postgres} check port ${node.rest}`).join("\n")}
`;
