<?php
/**
 * Calls of the service.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/**
 * One signed call, as it goes over the wire. Not wp_safe_remote_request(): the service usually runs on the same machine
 * or network, which that refuses, and its address was set by somebody who may set everything.
 *
 * @param array  $connection See connection().
 * @param string $method     Upper case.
 * @param string $path       Path and query below the service's address, beginning with /svc/v1.
 * @param string $body       Bytes; '' for none.
 * @param array  $headers    More headers.
 * @param array  $principal  Who calls.
 * @param int    $timeout    Seconds.
 * @return array|\WP_Error As of wp_remote_request().
 */
function send_signed( $connection, $method, $path, $body, $headers, $principal, $timeout ) {
	$encoded = encode_principal( $principal );
	$signed  = signed_headers( key_of( $connection['secret'] ), 'tidings-principal-v1', $method, target_of( $connection, $path ), $body, $encoded, time(), new_nonce() );
	return wp_remote_request(
		$connection['url'] . $path,
		array(
			'method'      => $method,
			'headers'     => $headers + $signed + array( 'Accept-Encoding' => 'identity' ),
			'body'        => '' === $body ? null : $body,
			'timeout'     => $timeout,
			// A redirection is the client's to follow.
			'redirection' => 0,
			'user-agent'  => 'Tidings-WordPress/' . VERSION,
		)
	);
}

/**
 * Path and query as the service sees them: an address may have a path of its own.
 *
 * @param array  $connection See connection().
 * @param string $path       Below the service's address.
 * @return string
 */
function target_of( $connection, $path ) {
	return (string) wp_parse_url( $connection['url'], PHP_URL_PATH ) . $path;
}

/**
 * One call with JSON both ways.
 *
 * @param array|null $principal Who calls; null calls nobody.
 * @param string     $method    Upper case.
 * @param string     $path      Below /svc/v1, with its query.
 * @param array|null $fields    The body.
 * @param array      $options   Keys `timeout` (seconds) and `key` (Idempotency-Key).
 * @return array Keys `status` (0: no answer), `body` (decoded) and `message` (a sentence that may be shown, escaped).
 */
function call_service( $principal, $method, $path, $fields = null, $options = array() ) {
	$connection = connection();
	if ( ! $connection || ! $principal ) {
		return no_answer( __( 'This site is not connected with a Tidings service yet.', 'tidings' ) );
	}
	$headers = array( 'Accept' => 'application/json' );
	if ( null !== $fields ) {
		$headers['Content-Type'] = 'application/json';
	}
	if ( isset( $options['key'] ) ) {
		$headers['Idempotency-Key'] = $options['key'];
	}
	$body   = null === $fields ? '' : wp_json_encode( $fields );
	$answer = send_signed( $connection, $method, '/svc/v1' . $path, $body, $headers, $principal, $options['timeout'] ?? 5 );
	if ( is_wp_error( $answer ) ) {
		return no_answer( __( 'The Tidings service does not answer at the moment.', 'tidings' ) );
	}
	$status  = (int) wp_remote_retrieve_response_code( $answer );
	$decoded = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( ! is_array( $decoded ) ) {
		return no_answer( __( 'What answers at the service’s address is not a Tidings service.', 'tidings' ) );
	}
	$message = $decoded['message'] ?? '';
	return array(
		'status'  => $status,
		'body'    => $decoded,
		'message' => is_string( $message ) ? $message : '',
	);
}

/**
 * The result of a call that got no answer.
 *
 * @param string $message What is shown.
 * @return array
 */
function no_answer( $message ) {
	return array(
		'status'  => 0,
		'body'    => array(),
		'message' => $message,
	);
}
