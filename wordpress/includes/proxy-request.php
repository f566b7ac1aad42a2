<?php
/**
 * The incoming request for /wp-json/svc/v1/…, byte for byte: path, query, body, headers.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Query parameters that are WordPress's own, not the API's. */
const OWN_PARAMETERS = array( 'rest_route', '_wpnonce', '_locale' );

/** Bytes of a body: a little more than the service accepts, so that the service refuses in its own words. */
const BODY_MAX = 2200000;

/**
 * Request headers that are forwarded; those of a shop's webhook carry their own signature. Credentials are not: see
 * proxy.php.
 */
const PASSED_ON = array( 'Content-Type', 'Accept', 'Accept-Language', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'Last-Event-ID', 'Prefer', 'X-Request-Id', 'X-WC-Webhook-Source', 'X-WC-Webhook-Topic', 'X-WC-Webhook-Resource', 'X-WC-Webhook-Event', 'X-WC-Webhook-Signature', 'X-WC-Webhook-ID', 'X-WC-Webhook-Delivery-ID' );

/**
 * A value of $_SERVER as the web server set it.
 *
 * @param string $name Key.
 * @return string '' where it is absent.
 */
function server_value( $name ) {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- it is passed on unchanged; lines cannot break in $_SERVER.
	return isset( $_SERVER[ $name ] ) && is_string( $_SERVER[ $name ] ) ? wp_unslash( $_SERVER[ $name ] ) : '';
}

/**
 * The method of the call. WordPress's own client sends changes as POST with the method in a header; the clients of WP SMS
 * were written for a server that reads it.
 *
 * @param string $route Below rest_url().
 * @return string Upper case.
 */
function method_from_request( $route ) {
	$method = strtoupper( server_value( 'REQUEST_METHOD' ) );
	$named  = strtoupper( server_value( 'HTTP_X_HTTP_METHOD_OVERRIDE' ) );
	return 'POST' === $method && 0 === strpos( $route, '/wpsms' ) && in_array( $named, array( 'PUT', 'PATCH', 'DELETE' ), true ) ? $named : $method;
}

/**
 * Path and query below the service's address, as the client wrote them.
 *
 * @param string $route The route as WordPress understood it: /svc/v1/… or /wpsms/v1/….
 * @return string
 */
function target_from_request( $route ) {
	$uri   = explode( '?', server_value( 'REQUEST_URI' ), 2 );
	$mount = '/' . rest_get_url_prefix();
	$start = strpos( $uri[0], $mount . substr( $route, 0, strpos( $route, '/v1' ) + 3 ) );
	// Without permalinks the path is the value of a parameter, and decoded.
	$path  = false === $start ? implode( '/', array_map( 'rawurlencode', explode( '/', $route ) ) ) : substr( $uri[0], $start + strlen( $mount ) );
	$pairs = array_filter(
		explode( '&', $uri[1] ?? '' ),
		function ( $pair ) {
			return '' !== $pair && ! in_array( urldecode( explode( '=', $pair, 2 )[0] ), OWN_PARAMETERS, true );
		}
	);
	// What is signed is what is sent: bytes that something downstream would encode are encoded here.
	return preg_replace_callback(
		'/[^\x21-\x7e]|[\\\\#]/',
		function ( $byte ) {
			return rawurlencode( $byte[0] );
		},
		$path . ( $pairs ? '?' . implode( '&', $pairs ) : '' )
	);
}

/**
 * The body. PHP does not keep the bytes of a multipart form: its fields are sent as a urlencoded form, which is
 * equivalent, and with files they are written as a new multipart form.
 *
 * @param string $method Upper case.
 * @return array|null Body and content type; null where it is larger than the service or PHP takes it.
 */
function body_from_request( $method ) {
	$type = server_value( 'CONTENT_TYPE' );
	if ( 'GET' === $method || 'HEAD' === $method ) {
		// A body has no meaning with these methods, and WordPress would add it to the URL.
		return array( '', '' );
	}
	if ( (int) server_value( 'CONTENT_LENGTH' ) > BODY_MAX ) {
		return null;
	}
	if ( 'POST' === $method && 0 === stripos( $type, 'multipart/form-data' ) ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- passed on unchanged; the service checks.
		$fields = wp_unslash( $_POST );
		if ( count( $fields, COUNT_RECURSIVE ) >= (int) ini_get( 'max_input_vars' ) ) {
			// PHP drops what exceeds this limit, and a text would be sent to only some of those who were named.
			return null;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- see above.
		return $_FILES ? multipart_form( $fields ) : array( http_build_query( $fields, '', '&' ), 'application/x-www-form-urlencoded' );
	}
	return array( (string) file_get_contents( 'php://input', false, null, 0, BODY_MAX + 1 ), $type );
}

/**
 * A multipart form with the uploaded files, which PHP has stored.
 *
 * @param array $fields Its fields.
 * @return array|null Body and content type; null where PHP has not taken a file, or not one alone.
 */
function multipart_form( $fields ) {
	$boundary = 'tidings-' . new_nonce();
	$body     = '';
	foreach ( array_filter( explode( '&', http_build_query( $fields, '', '&' ) ), 'strlen' ) as $pair ) {
		list( $name, $value ) = array_map( 'urldecode', explode( '=', $pair, 2 ) );
		$body                .= "--$boundary\r\nContent-Disposition: form-data; name=\"" . quoted( $name ) . "\"\r\n\r\n$value\r\n";
	}
	foreach ( $_FILES as $name => $file ) { // phpcs:ignore WordPress.Security.NonceVerification.Missing -- as for the fields.
		if ( UPLOAD_ERR_NO_FILE === $file['error'] ) {
			// A browser's form in which no file was chosen.
			continue;
		}
		if ( ! is_string( $file['tmp_name'] ) || UPLOAD_ERR_OK !== $file['error'] || ! is_uploaded_file( $file['tmp_name'] ) ) {
			return null;
		}
		$type  = preg_match( '#^[\w.+-]+/[\w.+-]+$#', $file['type'] ) ? $file['type'] : 'application/octet-stream';
		$body .= "--$boundary\r\nContent-Disposition: form-data; name=\"" . quoted( $name ) . '"; filename="' . quoted( $file['name'] ) . "\"\r\nContent-Type: $type\r\n\r\n"
			. file_get_contents( $file['tmp_name'] ) . "\r\n"; // phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- a file that PHP has put aside.
	}
	return array( "$body--$boundary--\r\n", "multipart/form-data; boundary=$boundary" );
}

/**
 * A name in the quotes of a header, as browsers write it.
 *
 * @param string $name Name.
 * @return string
 */
function quoted( $name ) {
	return strtr(
		(string) $name,
		array(
			'"'  => '%22',
			"\r" => '%0D',
			"\n" => '%0A',
		)
	);
}

/**
 * The headers that are forwarded.
 *
 * @param string $type Content type of the body.
 * @return array
 */
function headers_from_request( $type ) {
	$headers = array();
	foreach ( PASSED_ON as $name ) {
		$value = trim( 'Content-Type' === $name ? $type : server_value( 'HTTP_' . strtoupper( strtr( $name, '-', '_' ) ) ) );
		if ( '' !== $value ) {
			$headers[ $name ] = $value;
		}
	}
	return $headers;
}

/**
 * The Authorization header, wherever the web server has put it.
 *
 * @return string '' where there is none.
 */
function authorization_from_request() {
	foreach ( array( 'HTTP_AUTHORIZATION', 'REDIRECT_HTTP_AUTHORIZATION' ) as $name ) {
		if ( '' !== server_value( $name ) ) {
			return server_value( $name );
		}
	}
	if ( '' === server_value( 'PHP_AUTH_USER' ) ) {
		return '';
	}
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- what HTTP Basic is.
	return 'Basic ' . base64_encode( server_value( 'PHP_AUTH_USER' ) . ':' . server_value( 'PHP_AUTH_PW' ) );
}
