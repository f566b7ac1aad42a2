<?php
/**
 * What the site signs, so that the service knows who calls without a query in return. Nothing of WordPress is used in
 * this file: the test of the shared vectors loads it alone.
 *
 * @package Tidings
 */

namespace Tidings;

// The test of the vectors runs without WordPress; a browser has no reason to open this file.
( defined( 'ABSPATH' ) || 'cli' === PHP_SAPI ) || exit;

/**
 * Base64url without padding.
 *
 * @param string $bytes Any bytes.
 * @return string
 */
function base64url( $bytes ) {
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- bytes on their way into a header.
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}

/**
 * The 32 bytes of a secret.
 *
 * @param string $secret 43 letters of base64url.
 * @return string|null Null if it is not a secret.
 */
function key_of( $secret ) {
	if ( ! is_string( $secret ) || ! preg_match( '/^[A-Za-z0-9_-]{43}$/D', $secret ) ) {
		return null;
	}
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- see above.
	$bytes = base64_decode( strtr( $secret, '-_', '+/' ) . '=', true );
	return is_string( $bytes ) && 32 === strlen( $bytes ) ? $bytes : null;
}

/**
 * The principal as it is encoded in its header.
 *
 * @param array $principal Id, login, name, roles, capabilities, address, credential.
 * @return string
 */
function encode_principal( array $principal ) {
	// phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- there is no WordPress in this file.
	return base64url( json_encode( $principal, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE ) );
}

/** Request headers that change what a call does, in the order in which they are signed. The service has the same list. */
const SIGNED = array( 'Accept', 'Accept-Language', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'Prefer' );

/**
 * What is signed of the headers. One that is absent has no line, so that none can be added or taken away.
 *
 * @param array $headers Values by name, written as in SIGNED.
 * @return string
 */
function headers_text( array $headers ) {
	$lines = array();
	foreach ( SIGNED as $name ) {
		if ( isset( $headers[ $name ] ) ) {
			$lines[] = strtolower( $name ) . ':' . $headers[ $name ];
		}
	}
	return implode( "\n", $lines );
}

/**
 * The headers of a signed call.
 *
 * @param string $key       32 bytes.
 * @param string $purpose   The first line: 'tidings-principal-v2' or 'tidings-revocation-v1'.
 * @param string $method    Upper case.
 * @param string $target    Path and query exactly as they are sent.
 * @param string $body      Exactly as it is sent.
 * @param string $principal Encoded; '' for a revocation.
 * @param int    $timestamp Unix seconds.
 * @param string $nonce     22 letters, used once.
 * @param array  $sent      The call's other headers. Only version 2 covers them.
 * @return array
 */
function signed_headers( $key, $purpose, $method, $target, $body, $principal, $timestamp, $nonce, array $sent = array() ) {
	$version = substr( $purpose, -2 );
	$covered = 'v2' === $version ? array( hash( 'sha256', headers_text( $sent ) ) ) : array();
	$text    = implode( "\n", array_merge( array( $purpose, $method, $target ), $covered, array( hash( 'sha256', $body ), $timestamp, $nonce, $principal ) ) );
	$headers = array(
		'X-Tidings-Timestamp' => (string) $timestamp,
		'X-Tidings-Nonce'     => $nonce,
		'X-Tidings-Signature' => $version . '=' . hash_hmac( 'sha256', $text, $key ),
	);
	if ( '' !== $principal ) {
		$headers['X-Tidings-Principal'] = $principal;
	}
	return $headers;
}

/**
 * What is added to an address of the service, so that the client may open it itself.
 *
 * @param string $key       32 bytes.
 * @param string $method    Upper case.
 * @param string $target    Path and query without these parameters.
 * @param int    $expires   Unix seconds.
 * @param string $principal Encoded.
 * @return string The target with its signature.
 */
function signed_target( $key, $method, $target, $expires, $principal ) {
	$text  = implode( "\n", array( 'tidings-url-v1', $method, $target, $expires, $principal ) );
	$added = 'tidings_principal=' . $principal . '&tidings_expires=' . $expires
		. '&tidings_signature=v1%3D' . hash_hmac( 'sha256', $text, $key );
	return $target . ( false === strpos( $target, '?' ) ? '?' : '&' ) . $added;
}

/**
 * Whether the service requests a sign-in: only it can sign the address to which the browser returns.
 *
 * @param string $key     32 bytes.
 * @param array  $request Keys `state`, `return`, `expires` and `signature`.
 * @return bool
 */
function is_sign_in_request( $key, array $request ) {
	if ( ! preg_match( '/^[\w-]{22}$/D', $request['state'] ) || ! preg_match( '/^\d{1,12}$/D', $request['expires'] )
		|| ! preg_match( '#^https?://[^\s\x00-\x20]+$#D', $request['return'] ) ) {
		return false;
	}
	$text = implode( "\n", array( 'tidings-sign-in-request-v1', $request['state'], $request['return'], $request['expires'] ) );
	return hash_equals( 'v1=' . hash_hmac( 'sha256', $text, $key ), $request['signature'] );
}

/**
 * The address at which the service receives the statement of who signed in.
 *
 * @param string $key       32 bytes.
 * @param array  $request   Keys `state` and `return`.
 * @param int    $expires   Unix seconds.
 * @param array  $statement Of the user.
 * @return string
 */
function signed_return( $key, array $request, $expires, array $statement ) {
	$encoded = encode_principal( $statement );
	$text    = implode( "\n", array( 'tidings-sign-in-v1', $request['state'], $request['return'], $expires, $encoded ) );
	return $request['return'] . '?tidings_state=' . $request['state'] . '&tidings_expires=' . $expires
		. '&tidings_principal=' . $encoded . '&tidings_signature=v1%3D' . hash_hmac( 'sha256', $text, $key );
}

/**
 * 16 random bytes as 22 characters.
 *
 * @return string
 */
function new_nonce() {
	return base64url( random_bytes( 16 ) );
}
