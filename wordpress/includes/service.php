<?php
/**
 * Calls to the service.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Bytes of a response. The longest page of a list has half of that; exports are not read here. */
const ANSWER_MAX = 4194304;

/**
 * Unix seconds until when the service is not called, because it accepted a call and did not answer; 0 while it answers.
 */
const SILENT_UNTIL = 'tidings_silent_until';

/** How long that is: a call that times out occupies a PHP worker, and a site has few. */
const SILENCE_SECONDS = 10;

/** Only a call that was given this long shows that the service hangs. */
const PATIENCE_SECONDS = 5;

/**
 * Unix seconds of the last call that timed out; 0 once one is answered quickly. Until then no page calls the service:
 * the background does, and users who request a check.
 */
const PAGES_WAIT = 'tidings_pages_wait';

/** What a page may spend on a service that is down; and how quick an answer shows that it is up. */
const NO_WAIT_SECONDS = 0.05;
const QUICK_SECONDS   = 2;

/** How often the background checks whether a service that did not answer does so again. */
const PROBE_SECONDS = 30;

add_action( 'tidings_probe', __NAMESPACE__ . '\\probe_service' );

/**
 * One signed call, as it is sent. Not wp_safe_remote_request(): the service usually runs on the same machine or
 * network, which that function refuses. Its address was set by an administrator, in a network of sites by a network
 * administrator: see may_connect().
 *
 * @param array  $connection See connection().
 * @param string $method     Upper case.
 * @param string $path       Path and query below the service's address, beginning with /svc/v1.
 * @param string $body       Bytes; '' for none.
 * @param array  $headers    More headers.
 * @param array  $principal  Who calls; null where the site speaks for itself.
 * @param int    $timeout    Seconds.
 * @param string $purpose    See signed_headers().
 * @param bool   $own        Whether the service answers by itself; false: it asks a provider first, and waiting in vain
 *                           shows nothing of the service.
 * @return array|\WP_Error As of wp_remote_request().
 */
function send_signed( $connection, $method, $path, $body, $headers, $principal, $timeout, $purpose = 'tidings-principal-v2', $own = true ) {
	$silent = (int) get_option( SILENT_UNTIL );
	if ( $silent > time() ) {
		return new \WP_Error( 'tidings_silent', __( 'It did not answer a moment ago.', 'tidings' ) );
	}
	if ( $silent && $own ) {
		// This call finds out; nobody else waits meanwhile.
		update_option( SILENT_UNTIL, time() + $timeout );
	}
	// What is signed is what is sent: cURL adds these two if they are absent, the second with the type of a form. Here
	// it is JSON.
	$headers += array( 'Accept' => '*/*' );
	if ( 'GET' !== $method && 'HEAD' !== $method ) {
		$headers += array( 'Content-Type' => 'application/json' );
	}
	$encoded = null === $principal ? '' : encode_principal( $principal );
	$target  = target_of( $connection, $path );
	$signed  = signed_headers( key_of( $connection['secret'] ), $purpose, $method, $target, $body, $encoded, time(), new_nonce(), $headers );
	// WordPress's HTTP library writes some addresses in another form than they were signed in.
	$exactly = function ( &$url ) use ( $target ) {
		$url = preg_replace( '#^(https?://[^/?]+).*$#is', '$1', $url ) . $target;
	};
	// And it reads the whole response, even what it does not keep.
	$cut_off = function ( $handle ) {
		curl_setopt( $handle, CURLOPT_NOPROGRESS, false ); // phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt -- the handle of wp_remote_request().
		curl_setopt( // phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt -- see above.
			$handle,
			CURLOPT_PROGRESSFUNCTION,
			function ( $unused, $announced, $received ) {
				return $received > ANSWER_MAX ? 1 : 0;
			}
		);
	};
	add_action( 'requests-requests.before_request', $exactly );
	add_action( 'http_api_curl', $cut_off );
	$began  = microtime( true );
	$answer = wp_remote_request(
		$connection['url'] . $path,
		array(
			'method'              => $method,
			'headers'             => $headers + $signed + array( 'Accept-Encoding' => 'identity' ),
			'body'                => '' === $body ? null : $body,
			'timeout'             => $timeout,
			// A redirect is for the client to follow.
			'redirection'         => 0,
			'limit_response_size' => ANSWER_MAX + 1,
			'user-agent'          => 'Tidings-WordPress/' . VERSION,
		)
	);
	remove_action( 'requests-requests.before_request', $exactly );
	remove_action( 'http_api_curl', $cut_off );
	$spent = microtime( true ) - $began;
	if ( $own || ! is_wp_error( $answer ) ) {
		spare_pages( is_wp_error( $answer ), $spent );
	}
	if ( is_wp_error( $answer ) && $own && $timeout >= PATIENCE_SECONDS && $spent > $timeout - 1 ) {
		update_option( SILENT_UNTIL, time() + SILENCE_SECONDS );
	} elseif ( $silent && ( $own || ! is_wp_error( $answer ) ) ) {
		update_option( SILENT_UNTIL, 0 );
	}
	if ( ! is_wp_error( $answer ) && strlen( wp_remote_retrieve_body( $answer ) ) > ANSWER_MAX ) {
		return new \WP_Error( 'tidings_too_long', __( 'Its answer was too long.', 'tidings' ) );
	}
	return $answer;
}

/**
 * Records whether pages may call the service.
 *
 * @param bool  $failed Whether a call got no answer.
 * @param float $spent  Seconds that it took.
 */
function spare_pages( $failed, $spent ) {
	if ( $failed && $spent > NO_WAIT_SECONDS ) {
		update_option( PAGES_WAIT, time(), true );
		if ( ! wp_next_scheduled( 'tidings_probe' ) ) {
			wp_schedule_single_event( time() + PROBE_SECONDS, 'tidings_probe' );
		}
	} elseif ( ! $failed && $spent < QUICK_SECONDS && get_option( PAGES_WAIT ) ) {
		update_option( PAGES_WAIT, 0, true );
	}
}

/** Checks whether the service answers again, so that no page has to. */
function probe_service() {
	if ( ! get_option( PAGES_WAIT ) ) {
		return;
	}
	call_service( site_principal( 'svc_setting' ), 'GET', '/gateways' );
	if ( get_option( PAGES_WAIT ) && ! wp_next_scheduled( 'tidings_probe' ) ) {
		wp_schedule_single_event( time() + 2 * PROBE_SECONDS, 'tidings_probe' );
	}
}

/**
 * Path and query as the service sees them: its address may include a path.
 *
 * @param array  $connection See connection().
 * @param string $path       Below the service's address.
 * @return string
 */
function target_of( $connection, $path ) {
	return (string) wp_parse_url( $connection['url'], PHP_URL_PATH ) . $path;
}

/**
 * One call with JSON in both directions.
 *
 * @param array|null $principal Who calls; null calls nobody.
 * @param string     $method    Upper case.
 * @param string     $path      Below /svc/v1, with its query.
 * @param array|null $fields    The body.
 * @param array      $options   Keys `timeout` (seconds), `key` (Idempotency-Key), `strict` (a service that does not
 *                              know one of the fields refuses the call), `page` (a page waits: a service that did not
 *                              answer is not asked) and `own` (see send_signed()).
 * @return array Keys `status` (0: no answer), `body` (decoded), `message` (a sentence that may be shown, escaped) and
 *               `reason` (why there was no answer, for administrators).
 */
function call_service( $principal, $method, $path, $fields = null, $options = array() ) {
	$connection = connection();
	if ( ! $connection || ! $principal ) {
		return no_answer( __( 'This site is not connected with a Tidings service yet.', 'tidings' ) );
	}
	if ( ! empty( $options['page'] ) && get_option( PAGES_WAIT ) ) {
		return no_answer( __( 'The Tidings service does not answer at the moment.', 'tidings' ), __( 'It did not answer a moment ago.', 'tidings' ) );
	}
	$headers = array( 'Accept' => 'application/json' );
	if ( null !== $fields ) {
		$headers['Content-Type'] = 'application/json';
	}
	if ( isset( $options['key'] ) ) {
		$headers['Idempotency-Key'] = $options['key'];
	}
	if ( ! empty( $options['strict'] ) ) {
		$headers['Prefer'] = 'handling=strict';
	}
	$body = null === $fields ? '' : wp_json_encode( $fields );
	return read_answer( send_signed( $connection, $method, '/svc/v1' . $path, $body, $headers, $principal, $options['timeout'] ?? 5, 'tidings-principal-v2', $options['own'] ?? true ) );
}

/**
 * One call that only the site itself may make: its purpose is signed.
 *
 * @param string $purpose See signed_headers().
 * @param string $path    Below /svc/v1.
 * @param array  $fields  The body.
 * @return array As of call_service().
 */
function call_as_site( $purpose, $path, $fields ) {
	$connection = connection();
	if ( ! $connection ) {
		return no_answer( __( 'This site is not connected with a Tidings service yet.', 'tidings' ) );
	}
	$headers = array( 'Content-Type' => 'application/json' );
	$body    = wp_json_encode( $fields, JSON_INVALID_UTF8_SUBSTITUTE );
	return read_answer( send_signed( $connection, 'POST', '/svc/v1' . $path, $body, $headers, null, 5, $purpose ) );
}

/**
 * The result of a call.
 *
 * @param array|\WP_Error $answer Of send_signed().
 * @return array See call_service().
 */
function read_answer( $answer ) {
	if ( is_wp_error( $answer ) ) {
		// WordPress's own sentence about this helps nobody, in any language.
		$reason = 'http_request_not_executed' === $answer->get_error_code()
			? __( 'This site’s configuration forbids calls to other servers (WP_HTTP_BLOCK_EXTERNAL): name the service’s host in WP_ACCESSIBLE_HOSTS.', 'tidings' )
			: $answer->get_error_message();
		return no_answer( __( 'The Tidings service does not answer at the moment.', 'tidings' ), $reason );
	}
	$status  = (int) wp_remote_retrieve_response_code( $answer );
	$decoded = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( ! is_array( $decoded ) ) {
		return no_answer( __( 'The server at the service’s address is not a Tidings service.', 'tidings' ) );
	}
	$message = $decoded['message'] ?? '';
	return array(
		'status'  => $status,
		'body'    => $decoded,
		'message' => is_string( $message ) ? $message : '',
		'reason'  => '',
	);
}

/**
 * What the service returned, as far as it can be shown: whatever is at its address must not break a page of the site.
 *
 * @param array $answer Of call_service().
 * @return array
 */
function data_of( $answer ) {
	$data = $answer['body']['data'] ?? null;
	return is_array( $data ) ? array_filter( $data, 'is_scalar' ) : array();
}

/**
 * The items of a list, each as in data_of().
 *
 * @param array $answer Of call_service().
 * @return array[]
 */
function items_of( $answer ) {
	$items = $answer['body']['data']['items'] ?? null;
	$shown = array();
	foreach ( is_array( $items ) ? $items : array() as $item ) {
		if ( is_array( $item ) ) {
			$shown[] = array_filter( $item, 'is_scalar' );
		}
	}
	return $shown;
}

/**
 * The result of a call without an answer.
 *
 * @param string $message What is shown.
 * @param string $reason  For administrators: it may name addresses.
 * @return array
 */
function no_answer( $message, $reason = '' ) {
	return array(
		'status'  => 0,
		'body'    => array(),
		'message' => $message,
		'reason'  => $reason,
	);
}
