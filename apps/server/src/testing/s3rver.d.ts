declare module "s3rver" {
  /** An S3 server in this process, from another maker. */
  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string; vhostBuckets?: boolean });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
