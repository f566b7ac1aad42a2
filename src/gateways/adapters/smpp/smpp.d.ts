/** What we use of npm `smpp` 0.5.1, which ships no types. Field names are those of SMPP 3.4. */
declare module "smpp" {
  import type { Socket, Server as NetServer } from "node:net";

  export type DecodedMessage = { readonly message: string | Buffer; readonly udh?: readonly Buffer[] };
  export type Filter = {
    encode(this: Pdu, value: unknown, skipUdh?: unknown): unknown;
    decode(this: Pdu, value: unknown, skipUdh?: unknown): unknown;
  };

  export type Pdu = {
    readonly command: string;
    readonly command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    toBuffer(): Buffer;
    response(fields?: PduFields): Pdu;
    readonly system_id?: string;
    readonly password?: string;
    readonly system_type?: string;
    readonly interface_version?: number;
    readonly message_id?: string;
    readonly source_addr?: string;
    readonly source_addr_ton?: number;
    readonly source_addr_npi?: number;
    readonly destination_addr?: string;
    readonly dest_addr_ton?: number;
    readonly dest_addr_npi?: number;
    readonly esm_class?: number;
    readonly data_coding?: number;
    readonly registered_delivery?: number;
    readonly validity_period?: unknown;
    readonly short_message?: DecodedMessage | Buffer;
    readonly message_payload?: DecodedMessage | Buffer;
    readonly receipted_message_id?: string;
    readonly message_state?: number;
    readonly network_error_code?: Buffer;
    readonly sar_msg_ref_num?: number;
    readonly sar_total_segments?: number;
    readonly sar_segment_seqnum?: number;
  };

  export type PduFields = Readonly<Record<string, string | number | Buffer | undefined>>;

  export type Session = NodeJS.EventEmitter & {
    readonly socket: Socket;
    sequence: number;
    /** False: the socket is not writable, so nothing was written. Throws if a field cannot be encoded. */
    send(pdu: Pdu): boolean;
    close(): void;
    destroy(): void;
  };

  const smpp: {
    connect(options: Readonly<Record<string, unknown>>): Session;
    createServer(options: Readonly<Record<string, unknown>>, onSession: (session: Session) => void): NetServer;
    readonly commands: { readonly deliver_sm: { readonly params: { readonly short_message: { filter?: Filter } } } };
    readonly tlvs: { readonly message_payload: { filter: Filter } };
    readonly PDU: (new (command: string, fields?: PduFields) => Pdu) & {
      readonly prototype: Pdu;
      /** False: not enough octets yet. */
      commandLength(stream: Socket): number | false;
      fromStream(stream: Socket, length: number): Pdu | false;
    };
  };
  export default smpp;
}
